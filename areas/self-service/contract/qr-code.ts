import { z } from 'zod'

/**
 * A QR code as the phone draws it: its fields row by row from the upper left, a set bit for a dark one, the highest bit of a byte
 * first. The server makes it, because what makes it weighs more than a page may.
 */
export const QrCode = z.strictObject({ Size: z.int().min(21).max(177), Bits: z.base64() })
export type QrCode = z.infer<typeof QrCode>
