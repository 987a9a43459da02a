import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openZipArchive } from '#areas/imports/server/workbook/zip.ts'

/** Returns a reader for the text files of a base64 archive; the unpacked archive is removed when the test ends. */
export async function textsOfArchive(content: string): Promise<(name: string) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'carat-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'archive.zip')
  await writeFile(path, Buffer.from(content, 'base64'))
  const archive = await openZipArchive(path, { bytesMax: 100_000_000, timesMax: 1_000 })
  onTestFinished(() => archive.close())
  return async (name) => {
    let text = ''
    for await (const chunk of archive.read(name)) text += chunk
    return text
  }
}
