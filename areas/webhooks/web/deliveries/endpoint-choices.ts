import { call } from '#kit/web/call.ts'
import type { SelectChoice } from '#kit/web/choices.ts'
import { listEndpoints } from '../../contract.ts'

/** Fetches the endpoints as options of a filter. */
export async function fetchEndpointChoices(): Promise<readonly SelectChoice[]> {
  const { rows } = await call(listEndpoints, {})
  return rows.map(({ EndpointId, Name }) => ({ value: `${EndpointId}`, label: Name }))
}
