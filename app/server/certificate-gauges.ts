import { Gauge, type Registry } from 'prom-client'
import { systemClock } from '#kit/server/clock.ts'
import type { Database } from '#kit/server/database.ts'
import { databaseCertificate, readCertificate, type Validity } from './certificates.ts'

const CACHE_MS = 3_600_000

/**
 * Registers the lifetime of the certificates of PUBLIC_URL and of the database, and the time until they end.
 * Certificates are read at most once an hour and never delay the metrics, so the first reading shows in the second reply.
 */
export function registerCertificateGauges(registry: Registry, database: Database, publicUrl: string | null): void {
  let certificates: Record<string, Validity | undefined> = {}
  let readAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    const [inDatabase, inPublic] = await Promise.all([
      certificateInDatabase(database).catch(() => undefined),
      publicUrl === null ? undefined : readCertificate(publicUrl),
    ])
    certificates = { database: inDatabase, public: inPublic }
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
      // Certificates end by the real time, also in a sandbox with a clock of its own.
      for (const [of, validity] of Object.entries(certificates))
        if (validity) this.set({ of }, (validity.to.getTime() - systemClock().getTime()) / 1000)
    },
  })
  new Gauge({
    name: 'carat_certificate_lifetime_seconds',
    help: 'Time from start to end of the certificate of PUBLIC_URL or of the database',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      for (const [of, validity] of Object.entries(certificates))
        if (validity) this.set({ of }, (validity.to.getTime() - validity.from.getTime()) / 1000)
    },
  })
}

async function certificateInDatabase({ pool }: Database) {
  const client = await pool.connect()
  try {
    return databaseCertificate(client)
  } finally {
    client.release()
  }
}
