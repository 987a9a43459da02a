import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

type Kept = { payload: AdapterPayload; until: number }

const SWEEP_AT = 2_000

/** What the demo's single sign-on remembers, in the memory of this process: the demo starts again with each start. */
export function demoRecords(now = () => performance.now()) {
  const kept = new Map<string, Kept>()

  const alive = (key: string) => {
    const found = kept.get(key)
    return found && found.until > now() ? found.payload : undefined
  }
  const sweep = () => {
    for (const [key, { until }] of kept) if (until <= now()) kept.delete(key)
    // Anyone who fills it up on purpose only pushes out the oldest.
    for (const key of kept.keys()) if (kept.size > SWEEP_AT) kept.delete(key)
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) => {
    for (const [key, { payload }] of kept)
      if (key.startsWith(`${model} `) && payload[field] === value) return alive(key)
    return undefined
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`
    return {
      async upsert(id, payload, expiresIn) {
        if (kept.size >= SWEEP_AT) sweep()
        kept.set(keyOf(id), { payload, until: now() + (expiresIn ?? 300) * 1000 })
      },
      find: async (id) => alive(keyOf(id)),
      findByUid: async (uid) => findBy(model, 'uid', uid),
      findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
      /** Compared and set in one go: of many that bring a code at the same time, one finds it unused. */
      async consume(id) {
        const payload = alive(keyOf(id))
        if (!payload || payload.consumed) throw new errors.InvalidGrant('already consumed')
        payload.consumed = true
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
