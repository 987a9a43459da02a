import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { uploadTo } from '#tests/factories/uploads.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import * as contract from '../contract.ts'
import { deleteOldUploads } from './background.ts'

const app = useApp()
const upload = uploadTo(app)
const dataDir = join(tmpdir(), `carat-test-${process.pid}`)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

testSetting(
  app,
  'imports.abandonedUploadHours',
  [
    [3, 404],
    [5, 200],
  ],
  async () => {
    const { ImportId } = (await upload('Code,Town,State\n50450,Kuala Lumpur,Kuala Lumpur\n')).body
    app.clock.advance(4 * 3600)
    await deleteOldUploads(jobContext(app, { services: {} as never, dataDir }))
    app.clock.advance(-4 * 3600)
    return (await app.call(contract.importStatus, { ImportId })).status
  },
)

testSetting(
  app,
  'imports.unpackedMB',
  [
    [1, 413],
    [2, 201],
  ],
  async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `${row},Town ${(row * 7919) % 60_000},Johor`)
    return (await upload(gzipSync(`Code,Town,State\n${rows.join('\n')}`))).status
  },
)
