import { z } from 'zod'

/**
 * A QR code as modules row by row from the upper left, one bit each, set for dark, most significant bit first. The server creates it,
 * because the library would make the page too large.
 */
export const QrCode = z.strictObject({ Size: z.int().min(21).max(177), Bits: z.base64() })
export type QrCode = z.infer<typeof QrCode>
