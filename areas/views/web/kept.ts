import { call } from '#kit/web/call.ts'
import type { ViewSource } from '#kit/web/table/views.ts'

// On its way at once, but no part of what the first page waits for.
const contract = import('../contract.ts')

/** Where views and chosen columns of lists are kept. */
export const views: ViewSource = {
  all: async () => call((await contract).myLists, {}),
  add: async (view) => call((await contract).addView, view, { idempotencyKey: crypto.randomUUID() }),
  update: async ({ ViewId, Version }, change) => call((await contract).updateView, { ViewId, Version, ...change }),
  remove: async (ViewId) => call((await contract).deleteView, { ViewId }),
  choose: async (List, choice) => call((await contract).chooseForList, { List, ...choice }),
}
