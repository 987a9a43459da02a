import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The migrations and functions of version 0.1.0 in its last state, in order, with the records that its runner stored. */
export const lastStateBefore = () => gunzipSync(readFileSync(new URL('0.1.0.sql.gz', import.meta.url))).toString()
