import { cdp } from 'vitest/browser'
import { scannerKeys } from '../scanner-keys.ts'

/** Types a code with the key timing of a scanner. */
export async function scan(code: string): Promise<void> {
  await Promise.all(scannerKeys(code).map((key) => cdp().send('Input.dispatchKeyEvent', key)))
}
