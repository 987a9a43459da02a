import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

type StoredRecord = { payload: AdapterPayload; until: number }

const MAX_RECORDS = 2_000

/** In-memory storage of the demo's sign-on provider, empty after each start. */
export function createDemoProviderStorage(now = () => performance.now()) {
  const records = new Map<string, StoredRecord>()

  const findValid = (key: string) => {
    const record = records.get(key)
    return record && record.until > now() ? record.payload : undefined
  }
  const sweep = () => {
    for (const [key, { until }] of records) if (until <= now()) records.delete(key)
    // Evicts the oldest record, so that a flood of requests cannot exhaust the memory.
    for (const key of records.keys()) if (records.size > MAX_RECORDS) records.delete(key)
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) => {
    for (const [key, { payload }] of records)
      if (key.startsWith(`${model} `) && payload[field] === value) return findValid(key)
    return undefined
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`
    return {
      async upsert(id, payload, expiresIn) {
        if (records.size >= MAX_RECORDS) sweep()
        records.set(keyOf(id), { payload, until: now() + (expiresIn ?? 300) * 1000 })
      },
      find: async (id) => findValid(keyOf(id)),
      findByUid: async (uid) => findBy(model, 'uid', uid),
      findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
      /** Checks and marks the code without waiting in between, so that the code can be used only once. */
      async consume(id) {
        const payload = findValid(keyOf(id))
        if (!payload || payload.consumed) throw new errors.InvalidGrant('already consumed')
        payload.consumed = true
      },
      destroy: async (id) => void records.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of records) if (payload.grantId === grantId) records.delete(key)
      },
    }
  }
}
