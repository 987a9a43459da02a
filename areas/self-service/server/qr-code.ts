import { create } from 'qrcode'
import type { QrCode } from '../contract.ts'

/** Creates a QR code with medium error correction: 15 % of it can be unreadable, for example by reflections. */
export function createQrCode(text: string): QrCode {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  const bits = Buffer.alloc(Math.ceil(data.length / 8))
  for (const [at, isDark] of data.entries()) if (isDark) bits[at >> 3]! |= 0x80 >> (at & 7)
  return { Size: size, Bits: bits.toString('base64') }
}
