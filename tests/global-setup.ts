import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { onDatabase, TEMPLATE } from '#tests/database.ts'

let cluster: EmbeddedPostgres | undefined
let dataDir: string | undefined

/**
 * One cluster per run, with one migrated database in it from which every test file gets a copy. TEST_DATABASE_URL
 * names a server to use instead; its role must be a superuser.
 */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL ?? (await startCluster())

  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ url: onDatabase(url, TEMPLATE) })

  project.provide('databaseServer', url)
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}

async function startCluster(): Promise<string> {
  dataDir = await mkdtemp(join(tmpdir(), 'carat-test-'))
  cluster = await startEmbeddedPostgres({ dataDir, throwaway: true })
  return cluster.url
}
