import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { createQrCode } from './qr-code.ts'

test.each(['JC000011284', 'RW26110000017', 'a text that needs a larger code, because it is much longer than a number'])(
  'QR code of %s: the bits are the modules of the code, row by row',
  (text) => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const { Size, Bits } = createQrCode(text)
    expect(Size).toBe(modules.size)
    const bits = [...Buffer.from(Bits, 'base64')].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    expect(bits.slice(0, Size * Size)).toBe([...modules.data].map((isDark) => (isDark ? '1' : '0')).join(''))
  },
)
