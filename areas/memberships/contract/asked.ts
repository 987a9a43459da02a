import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'

/** A required text whose absence is answered in the specification's own words. */
export const asked = (max: number, message: string) =>
  z
    .string({ error: message })
    .refine((value) => value.trim() !== '', message)
    .pipe(text(max))
    .meta({ maxLength: max })
