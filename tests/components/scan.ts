import { cdp } from 'vitest/browser'

const KEY_INTERVAL_S = 0.005

/** Types as a scanner does: keys five milliseconds apart by their own time stamps, then Enter. */
export async function scan(code: string): Promise<void> {
  const began = Date.now() / 1000
  const keys = [...code].map((key) => ({ key, text: key })).concat({ key: 'Enter', text: '\r' })
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = began + index * KEY_INTERVAL_S
      return [
        cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
      ]
    }),
  )
}
