"""Why a case failed, and where the labels may lack a document."""
