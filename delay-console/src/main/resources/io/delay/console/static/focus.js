// Keeps the focus of the keyboard on the page when the focused element goes away or is disabled.

// For example, the button of a failed job that was kicked
export function keepFocus(root, draw) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (focused && (!focused.isConnected || focused.matches(':disabled'))) {
    restoreFocus();
  }
}

// On the progress of the work that was begun, otherwise on the content
export function restoreFocus() {
  (document.querySelector('.work') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}
