import { call } from '#kit/web/call.ts'
import { setViewSource } from '#kit/web/table/views.ts'

/** Tells the kit's lists where views and chosen columns are kept. */
export function startViews() {
  // On its way at once, but no part of what the first page waits for.
  const contract = import('#areas/views/contract.ts')
  setViewSource({
    all: async () => call((await contract).myLists, {}),
    add: async (view) => call((await contract).addView, view, { idempotencyKey: crypto.randomUUID() }),
    update: async ({ ViewId, Version }, change) => call((await contract).updateView, { ViewId, Version, ...change }),
    remove: async (ViewId) => call((await contract).deleteView, { ViewId }),
    choose: async (List, choice) => call((await contract).chooseForList, { List, ...choice }),
  })
}
