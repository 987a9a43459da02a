import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { DataDirInUse, PostgresUnavailable } from '#kit/server/embedded-postgres/errors.ts'
import { lockDataDir } from '#kit/server/embedded-postgres/folder-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { callLogin } from '#tests/call-login.ts'
import { deleteDefaultRows, replaceDatabaseName, TEMPLATE } from '#tests/database.ts'

const PREFIX = 'carat-test-'

let cluster: EmbeddedPostgres | undefined
let folder: string | undefined

/**
 * Starts one cluster per run, with one migrated database that is copied for every test file.
 * Uses the server of TEST_DATABASE_URL instead if the variable is set; its role must be a superuser.
 */
export async function setup(project: TestProject): Promise<void> {
  folder = await prepareFolder()
  const url = process.env.TEST_DATABASE_URL ?? (await startCluster(folder))

  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ url: replaceDatabaseName(url, TEMPLATE) })
  await deleteDefaultRows(replaceDatabaseName(url, TEMPLATE))
  await callLogin(replaceDatabaseName(url, TEMPLATE))

  project.provide('databaseServer', url)
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
}

/** The folder of this run, which also contains the temporary files of all its programs. */
async function prepareFolder(): Promise<string> {
  const runsFolder = quickPlace()
  removeAbandoned(runsFolder)
  const folder = await mkdtemp(join(runsFolder, PREFIX))
  process.env.TMPDIR = join(folder, 'tmp')
  mkdirSync(process.env.TMPDIR)
  // Programs that tests start load compiled sources from this cache.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')
  return folder
}

async function startCluster(folder: string): Promise<string> {
  cluster = await startEmbeddedPostgres({ dataDir: folder, throwaway: true })
  return cluster.url
}

/** Returns a folder in memory if 2 GB are free: copying the template takes about 15 ms there and 140 ms on a disk. */
function quickPlace(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 2 * 1024 ** 3 ? memory : tmpdir()
}

/** Removes the folders of killed runs from memory; the lock of an active run protects its folder. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    if (!name.startsWith(PREFIX) || !existsSync(join(folder, 'lock'))) continue
    try {
      const lock = lockDataDir(folder)
      rmSync(folder, { recursive: true, force: true })
      lock.release()
    } catch (error) {
      // The folder is still in use, belongs to another user, or is being removed by another run.
      if (!(error instanceof DataDirInUse || error instanceof PostgresUnavailable)) throw error
    }
  }
}
