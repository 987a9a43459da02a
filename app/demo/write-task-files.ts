import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import { storeMediaFile } from '#areas/media/server/index.ts'
import type { FileStorageFactory } from '#kit/server/storage.ts'

// Attaches a ring sketch and a repair slip to demo tasks. Both files are generated here and stored like uploads.

const ring = `
  <svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
    <rect width="800" height="600" fill="#faf8f4"/>
    <g fill="none" stroke="#3c3a36" stroke-width="4">
      <ellipse cx="400" cy="360" rx="170" ry="170"/><ellipse cx="400" cy="360" rx="146" ry="146"/>
      <path d="M350 190 L322 150 L362 112 L438 112 L478 150 L450 190 L400 216 Z M322 150 L478 150 M362 112 L386 150 L400 216 M438 112 L414 150 L400 216"/>
    </g>
    <path d="M254 360 H546" stroke="#b3261e" stroke-width="3"/>
    <path d="M254 346 V374 M546 346 V374" stroke="#b3261e" stroke-width="3"/>
  </svg>`

const slip = ['Workshop', 'Bracelet, white gold', 'Clasp replaced, links polished', 'Ready to be collected']

async function drawSlip() {
  const doc = new PdfDocument({ size: 'A5', margin: 48, info: { Title: 'Repair slip' } })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  doc.fontSize(18).text('Repair slip').moveDown().fontSize(11)
  for (const line of slip) doc.text(line).moveDown(0.5)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

export async function seedTaskFiles(client: ClientBase, storage: FileStorageFactory) {
  const folder = mkdtempSync(join(tmpdir(), 'carat-demo-'))
  try {
    await attach(client, storage, 'Call about the resized ring', {
      path: await storeFile(folder, 'ring.png', await sharp(Buffer.from(ring)).png().toBuffer()),
      name: 'ring-size.png',
      title: 'Size to be reached',
    })
    await attach(client, storage, 'Collect the repaired bracelet', {
      path: await storeFile(folder, 'slip.pdf', await drawSlip()),
      name: 'repair-slip.pdf',
      title: 'Repair slip',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function storeFile(folder: string, name: string, content: Buffer) {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

type File = { path: string; name: string; title: string }

/** Attaches a file to the task with this name at each outlet. */
async function attach(client: ClientBase, storage: FileStorageFactory, task: string, { path, name, title }: File) {
  const mediaFiles = storage('media')
  const { rows } = await client.query<{ id: string; outlet: string }>(
    `select task_id::text as id, building.code as outlet from task join building using (building_id) where task.name = $1 order by task_id`,
    [task],
  )
  for (const { id, outlet } of rows) {
    const file = await storeMediaFile(mediaFiles, path, name)
    await client.query(
      `insert into media (object_type, object_id, type, stored_name, thumbnail_name, mime_type, bytes, width, height, file_name, file_extension, title,
         alt_text, outlet_code, created_by_id, created_at, updated_at)
       select 'TaskId', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, user_id, now() - interval '5 days', now() - interval '5 days'
       from user_account where username = 'hq'`,
      [
        ...[id, file.Type, file.StoredName, file.ThumbnailName, file.MimeType, file.Bytes, file.Width, file.Height],
        ...[file.FileName, file.FileExtension, title, outlet],
      ],
    )
  }
}
