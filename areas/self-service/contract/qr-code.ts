import { z } from 'zod'

/**
 * Modules of a QR code row by row from the top left, one bit each: 1 is dark, the most significant bit comes first.
 * The server creates the QR code, because the library would make the page too large.
 */
export const QrCode = z.strictObject({ Size: z.int().min(21).max(177), Bits: z.base64() })
export type QrCode = z.infer<typeof QrCode>
