import type { Input } from '#kit/contract/endpoint.ts'
import type { Steps } from '#kit/server/serve.ts'
import type { startProviderSignIn as contract } from '../../contract.ts'
import { startRoundTrip } from './start-round-trip.ts'

export const startProviderSignIn = (call: Steps, { Provider, From }: Input<typeof contract>) =>
  startRoundTrip(call, { provider: Provider, errand: 'in', from: From })
