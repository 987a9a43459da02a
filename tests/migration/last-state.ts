import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Returns the migrations and functions of the last state of 0.1.0 in order, with the records of its runner. */
export const lastStateBefore = () => gunzipSync(readFileSync(new URL('0.1.0.sql.gz', import.meta.url))).toString()
