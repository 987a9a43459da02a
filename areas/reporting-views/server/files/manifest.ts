import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { FileStorage } from '#kit/server/storage.ts'
import { REPORTING_SCHEMA } from '../read-views.ts'

// manifest.json names the files that belong together. It is written last, so that it never names an unfinished file.

export const MANIFEST = 'manifest.json'

const Entry = z.object({
  view: z.string(),
  /** The month of the rows, such as 2026-01; null for a view in one file. */
  month: z.string().nullable(),
  file: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string(),
  created: z.string(),
  /** Fingerprint of rows and columns, by which the next run recognises an unchanged month. */
  content: z.string(),
})
export type ManifestEntry = z.infer<typeof Entry>

const Manifest = z.object({
  schema: z.literal(REPORTING_SCHEMA),
  created: z.string(),
  currency: z.string(),
  businessZone: z.string(),
  amounts: z.boolean(),
  files: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the manifest of the last complete run; undefined if there is none. */
export async function readManifest(storage: FileStorage): Promise<Manifest | undefined> {
  const stored = await storage.get(MANIFEST)
  return stored && Manifest.parse(JSON.parse(await text(stored.content)))
}
