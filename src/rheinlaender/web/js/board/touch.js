/** Fingers, mouse and wheel on the board: drags and pinches move it, everything else is a tap on something. */

/** @typedef {import('./zoom.js').Zoom} Zoom */

/** A pointer that moved less than this, in pixels, has not dragged. */
const STILL = 7;
/** Two taps within this time, in milliseconds, are a double tap. */
const DOUBLE = 300;
const DOUBLE_SCALE = 2.6;

/**
 * Listen to a board. Returns how to stop listening.
 * @param {HTMLElement} frame
 * @param {Zoom} zoom
 * @param {{onTap: (event: MouseEvent, isTouch: boolean) => boolean, onPoint: (target: Element|null) => void}} hearers
 *   onTap says whether the tap did something; if not, a second one enlarges the map there
 */
export function listen(frame, zoom, { onTap, onPoint }) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let hasDragged = false;
  let isTouch = false;
  let lastTap = -DOUBLE;

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0) return;
    if (pointers.size === 0) hasDragged = false;
    isTouch = event.pointerType !== 'mouse';
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') onPoint(/** @type {Element} */ (event.target));
      return;
    }
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!hasDragged && Math.hypot(dx, dy) < STILL && pointers.size === 1) return;
    if (!hasDragged) frame.setPointerCapture(event.pointerId);
    hasDragged = true;
    drag(event, dx, dy);
    before.x = event.clientX;
    before.y = event.clientY;
  }

  /** @param {PointerEvent} event @param {number} dx @param {number} dy */
  function drag(event, dx, dy) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return zoom.panBy(dx, dy);
    const spread = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const spreadBefore = Math.hypot(event.clientX - dx - other.x, event.clientY - dy - other.y);
    const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
    zoom.zoomBy(spread / Math.max(1, spreadBefore), zoom.pointOf(middle));
    return zoom.panBy(dx / 2, dy / 2);
  }

  /** @param {PointerEvent} event */
  function release(event) {
    pointers.delete(event.pointerId);
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (hasDragged && event.detail > 0) return;
    const hasActed = onTap(event, isTouch);
    const isSecond = event.timeStamp - lastTap < DOUBLE;
    lastTap = hasActed || isSecond ? -DOUBLE : event.timeStamp;
    if (isSecond && !hasActed) enlarge(event);
  }

  /** @param {MouseEvent} event */
  function enlarge(event) {
    if (zoom.look.scale > 1.05) zoom.whole();
    else zoom.zoomBy(DOUBLE_SCALE, zoom.pointOf(event), true);
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    zoom.turnWheel(event);
  }

  const leave = () => onPoint(null);
  const hearing = new AbortController();
  const { signal } = hearing;
  frame.addEventListener('pointerdown', press, { signal });
  frame.addEventListener('pointermove', move, { signal });
  frame.addEventListener('pointerup', release, { signal });
  frame.addEventListener('pointercancel', release, { signal });
  frame.addEventListener('pointerleave', leave, { signal });
  frame.addEventListener('click', click, { signal });
  frame.addEventListener('wheel', wheel, { signal, passive: false });
  return () => hearing.abort();
}
