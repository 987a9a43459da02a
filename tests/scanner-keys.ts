type KeyEvent = { type: 'keyDown' | 'keyUp'; timestamp: number; key: string; text?: string }

const KEY_INTERVAL_SECONDS = 0.005

/**
 * The key events of a scanner that reads a code and ends with Enter, for `Input.dispatchKeyEvent` of the browser: five
 * milliseconds apart by their own time stamps, however late a busy machine hands them over.
 */
export function scannerKeys(code: string): KeyEvent[] {
  // The browser wants times of the present; its clock is the machine's, not that of the test.
  const start = Date.now() / 1000
  const keys = [...code].map((key) => ({ key, text: key })).concat({ key: 'Enter', text: '\r' })
  return keys.flatMap(({ key, text }, index) => {
    const timestamp = start + index * KEY_INTERVAL_SECONDS
    return [
      { type: 'keyDown', timestamp, key, text },
      { type: 'keyUp', timestamp, key },
    ]
  })
}
