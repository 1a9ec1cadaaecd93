/** Fingers, mouse and wheel on the board: drags and pinches move it, everything else is a tap on something. */

/** @typedef {import('./zoom.js').Zoom} Zoom */

/** A pointer that moved less than this, in pixels, has not dragged. */
const STILL = 7;
/** Two taps within this time, in milliseconds, are a double tap. */
const DOUBLE = 300;
const DOUBLE_SCALE = 2.6;

/**
 * Who listens: onTap says whether the tap did something; if not, a second one enlarges the map there.
 * @typedef {{onTap: (event: MouseEvent, isTouch: boolean) => boolean, onPoint: (target: Element|null) => void}} Hearers
 */

/**
 * Listen to a board. Returns how to stop listening.
 * @param {HTMLElement} frame
 * @param {Zoom} zoom
 * @param {Hearers} hearers
 */
export function listen(frame, zoom, hearers) {
  const touch = new Touch(frame, zoom, hearers);
  const hearing = new AbortController();
  const { signal } = hearing;
  frame.addEventListener('pointerdown', (event) => touch.press(event), { signal });
  frame.addEventListener('pointermove', (event) => touch.move(event), { signal });
  frame.addEventListener('pointerup', (event) => touch.release(event), { signal });
  frame.addEventListener('pointercancel', (event) => touch.release(event), { signal });
  frame.addEventListener('pointerleave', () => hearers.onPoint(null), { signal });
  frame.addEventListener('click', (event) => touch.click(event), { signal });
  frame.addEventListener('wheel', (event) => touch.wheel(event), { signal, passive: false });
  return () => hearing.abort();
}

class Touch {
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #hasDragged = false;
  #isTouch = false;
  #lastTap = -DOUBLE;

  /**
   * @param {HTMLElement} frame
   * @param {Zoom} zoom
   * @param {Hearers} hearers
   */
  constructor(frame, zoom, hearers) {
    this.frame = frame;
    this.zoom = zoom;
    this.hearers = hearers;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    if (this.#pointers.size === 0) this.#hasDragged = false;
    this.#isTouch = event.pointerType !== 'mouse';
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before) return this.#follow(event, before);
    if (event.pointerType === 'mouse') this.hearers.onPoint(/** @type {Element} */ (event.target));
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} before
   */
  #follow(event, before) {
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.#hasDragged && Math.hypot(dx, dy) < STILL && this.#pointers.size === 1) return;
    if (!this.#hasDragged) this.frame.setPointerCapture(event.pointerId);
    this.#hasDragged = true;
    this.#drag(event, dx, dy);
    before.x = event.clientX;
    before.y = event.clientY;
  }

  /**
   * @param {PointerEvent} event
   * @param {number} dx
   * @param {number} dy
   */
  #drag(event, dx, dy) {
    const { zoom } = this;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return zoom.panBy(dx, dy);
    const spread = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const spreadBefore = Math.hypot(event.clientX - dx - other.x, event.clientY - dy - other.y);
    const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
    zoom.zoomBy(spread / Math.max(1, spreadBefore), zoom.pointOf(middle));
    return zoom.panBy(dx / 2, dy / 2);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.#pointers.delete(event.pointerId);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.#hasDragged && event.detail > 0) return;
    const hasActed = this.hearers.onTap(event, this.#isTouch);
    const isSecond = event.timeStamp - this.#lastTap < DOUBLE;
    this.#lastTap = hasActed || isSecond ? -DOUBLE : event.timeStamp;
    if (isSecond && !hasActed) this.#enlarge(event);
  }

  /** @param {MouseEvent} event */
  #enlarge(event) {
    if (this.zoom.look.scale > 1.05) this.zoom.whole();
    else this.zoom.zoomBy(DOUBLE_SCALE, this.zoom.pointOf(event), true);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom.turnWheel(event);
  }
}
