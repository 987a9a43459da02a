import { create } from 'qrcode'
import type { QrCode } from '../contract.ts'

/** Read from a phone's glass under the lamps of a shop: a seventh of the code may be unreadable. */
export function qrCode(text: string): QrCode {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  const bits = Buffer.alloc(Math.ceil(data.length / 8))
  for (const [at, isDark] of data.entries()) if (isDark) bits[at >> 3]! |= 0x80 >> (at & 7)
  return { Size: size, Bits: bits.toString('base64') }
}
