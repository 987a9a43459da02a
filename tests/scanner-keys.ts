type KeyEvent = { type: 'keyDown' | 'keyUp'; timestamp: number; key: string; text?: string }

const KEY_INTERVAL_SECONDS = 0.005

/**
 * Returns the key events of a scanner that reads a code and ends with Enter, for `Input.dispatchKeyEvent`.
 * Their time stamps are five milliseconds apart, even if a busy machine delivers them later.
 */
export function scannerKeys(code: string): KeyEvent[] {
  // Uses the machine's clock instead of the test's, because the browser requires current time stamps.
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
