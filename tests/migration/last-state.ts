import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The migrations and functions of version 0.1.0 in its last state, one after another, with what its runner noted of each. */
export const lastStateBefore = () => gunzipSync(readFileSync(new URL('0.1.0.sql.gz', import.meta.url))).toString()
