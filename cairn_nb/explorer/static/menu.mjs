// A button that discloses a panel above everything else; Esc or a click elsewhere closes it, and focus returns.
import { h } from "./dom.mjs";

const GAP_PX = 4, ROOM_PX = 320;
let menus = 0;

/** Below its button; above it where there is more room. */
function place(panel, anchor) {
  const { left, bottom, top } = anchor.getBoundingClientRect();
  const below = innerHeight - bottom, under = below >= top || below > ROOM_PX;
  panel.style.maxHeight = `${(under ? below : top) - 2 * GAP_PX}px`;
  const { width, height } = panel.getBoundingClientRect();
  panel.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`;
  panel.style.top = `${under ? bottom + GAP_PX : top - height - GAP_PX}px`;
}

/**
 * @param {string} label @param {() => (Node|null)[]} fill what the panel holds, made anew while it is open; an element
 *   with data-key keeps the focus
 * @returns {{element: HTMLElement, button: HTMLElement, refill: () => void, close: () => void}}
 */
export function menu(label, fill) {
  const id = `cx-menu-${++menus}`;
  const panel = h("div", { class: "cx-panel", id, role: "group", "aria-label": label, popover: "auto" });
  const opener = h("button",
    { type: "button", class: "cx-button cx-menu", "aria-expanded": "false", "aria-controls": id }, label);
  const element = h("div", { class: "cx-disclosure" }, opener, panel);
  const close = () => { panel.hidePopover(); opener.focus(); };
  const follow = () => place(panel, opener);
  const refill = () => {
    if (!panel.matches(":popover-open")) return;
    const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    panel.replaceChildren(...fill().filter(Boolean));
    if (focused) [...panel.querySelectorAll("[data-key]")].find(other => other.dataset.key === focused)?.focus();
  };
  opener.popoverTargetElement = panel;
  panel.addEventListener("beforetoggle", event => {
    const open = event.newState === "open";
    opener.setAttribute("aria-expanded", open);
    window[open ? "addEventListener" : "removeEventListener"]("scroll", follow, true);
    if (!open) return;
    panel.replaceChildren(...fill().filter(Boolean));
    requestAnimationFrame(() => {                // it can be measured once it is open, and is not painted before
      follow();
      panel.querySelector("input, button, select")?.focus({ preventScroll: true });
    });
  });
  element.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !panel.matches(":popover-open")) return;
    event.preventDefault();
    event.stopPropagation();                    // the case behind it stays open
    close();
  });
  return { element, button: opener, refill, close };
}

/**
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} change
 * @param {{note?: string, key?: string}} [options] a word at the end; what the box is found by again
 * @returns {HTMLElement}
 */
export function checkbox(label, checked, change, { note = "", key = label } = {}) {
  const box = h("input", { type: "checkbox", "data-key": key, onchange: event => change(event.target.checked) });
  box.checked = checked;
  const words = [h("span", { class: "cx-check-text" }, label), note ? h("span", { class: "cx-mark" }, note) : null];
  return h("label", { class: "cx-check" }, box, words);
}
