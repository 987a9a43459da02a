import { sql } from 'kysely'
import type { NightStep, Portion } from './step.ts'

const MEMBERS = 2_000

/** Points that were waiting open by their date alone; what is to be done is to pay from them what their members owe. */
export const recoverArrears: NightStep = {
  name: 'recover arrears',
  async portion({ db, today, after }) {
    const { rows } = await sql<Portion>`select * from recover_arrears_of_many(${after}, ${MEMBERS}, ${today})`.execute(
      db,
    )
    return rows[0]
  },
}

/** Points end after their last day: one Expire row for each lot. */
export const expireLots: NightStep = {
  name: 'expire lots',
  async portion({ db, today, now, after }) {
    const { rows } = await sql<Portion>`select * from expire_lots(${after}, ${MEMBERS}, ${today}, ${now})`.execute(db)
    return rows[0]
  },
}
