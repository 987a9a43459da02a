import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#kit/server/database.ts'
import { databaseCertificateEnd, readCertificateEnd } from './certificates.ts'

const CACHE_MS = 3_600_000

/**
 * Registers the time until the certificates of PUBLIC_URL and of the database end.
 * Certificates are read at most once an hour and never delay the metrics, so the first reading shows in the second reply.
 */
export function registerCertificateGauges(registry: Registry, database: Database, publicUrl: string | null): void {
  let ends: Record<string, Date | undefined> = {}
  let readAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    const [inDatabase, inPublic] = await Promise.all([
      endInDatabase(database).catch(() => undefined),
      publicUrl === null ? undefined : readCertificateEnd(publicUrl),
    ])
    ends = { database: inDatabase, public: inPublic }
  }
  new Gauge({
    name: 'carat_certificate_expiry_seconds',
    help: 'Time until the certificate of PUBLIC_URL or of the database ends, if this machine can read it',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      if (performance.now() - readAt > CACHE_MS) {
        readAt = performance.now()
        void read()
      }
      for (const [of, end] of Object.entries(ends)) if (end) this.set({ of }, (end.getTime() - Date.now()) / 1000)
    },
  })
}

async function endInDatabase({ pool }: Database) {
  const client = await pool.connect()
  try {
    return databaseCertificateEnd(client)
  } finally {
    client.release()
  }
}
