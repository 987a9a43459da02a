import { sql } from 'kysely'
import type { BatchStep, Chunk } from '#kit/server/nightly.ts'

const MEMBERS = 2_000

/** Pending points become available by their date alone; this pays arrears from them. */
export const recoverArrears: BatchStep = {
  name: 'recover arrears',
  async chunk({ db, today, after }) {
    const { rows } = await sql<Chunk>`select * from recover_arrears_of_many(${after}, ${MEMBERS}, ${today})`.execute(db)
    return rows[0]
  },
}

/** Expires lots after their last day: one Expire entry per lot. */
export const expireLots: BatchStep = {
  name: 'expire lots',
  async chunk({ db, today, now, after }) {
    const { rows } = await sql<Chunk>`select * from expire_lots(${after}, ${MEMBERS}, ${today}, ${now})`.execute(db)
    return rows[0]
  },
}
