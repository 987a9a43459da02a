type KeyEvent = { type: 'keyDown' | 'keyUp'; timestamp: number; key: string; text?: string }

const KEY_INTERVAL_SECONDS = 0.005

/**
 * The key events of a scanner that reads a code and ends with Enter, for the browser's `Input.dispatchKeyEvent`: five
 * milliseconds apart by their own time stamps, even if a busy machine delivers them later.
 */
export function scannerKeys(code: string): KeyEvent[] {
  // The browser requires current times; it uses the machine's clock, not that of the test.
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
