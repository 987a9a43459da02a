import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnChoice, Density, ListChoice, ListView, ListViewState } from '#kit/contract/list-view.ts'
import { defineService, useService } from '../slots.ts'

// Saved views, chosen columns and row density of lists. One call loads them for all lists, before any list renders.

type StoredLists = { views: readonly ListView[]; choices: readonly ListChoice[] }

export type ViewStorageService = {
  all: () => Promise<StoredLists>
  add: (view: { List: string; Name: string; SharedYN: 'Y' | 'N'; State: ListViewState }) => Promise<ListView>
  update: (
    view: Pick<ListView, 'ViewId' | 'Version'>,
    change: { Name?: string; SharedYN?: 'Y' | 'N'; State?: ListViewState },
  ) => Promise<ListView>
  remove: (ViewId: number) => Promise<unknown>
  choose: (
    List: string,
    choice: { Columns?: ColumnChoice[] | null; Density?: Density; DefaultViewId?: number | null },
  ) => Promise<ListChoice>
}

/** The service that stores views and chosen columns. Lists also work without this service, but save nothing. */
export const viewStorage = defineService<ViewStorageService | undefined>('kit.viewStorage', { value: undefined })

const key = ['kit.lists']
const FRESH_MS = 5 * 60_000
const emptyLists: StoredLists = { views: [], choices: [] }

/** Returns the stored views and columns. `settled` is also true after a failure, so that lists load without views. */
export function useStoredListViews(enabled = true) {
  const source = useService(viewStorage)
  const { data, isPending, failureCount } = useQuery({
    queryKey: key,
    queryFn: () => source?.all() ?? emptyLists,
    staleTime: FRESH_MS,
    enabled: enabled && source !== undefined,
  })
  return { lists: data ?? emptyLists, settled: !isPending || failureCount > 0 || source === undefined }
}

/** Returns functions that change the views and choices of a list. All lists use the server's reply at once. */
export function useViewChanges(list: string) {
  const source = useService(viewStorage)
  const client = useQueryClient()
  const updateLists = (change: (stored: StoredLists) => StoredLists) =>
    client.setQueryData<StoredLists>(key, (stored) => change(stored ?? emptyLists))
  const storeView = (view: ListView) =>
    updateLists(({ views, choices }) => ({
      choices,
      views: [...views.filter(({ ViewId }) => ViewId !== view.ViewId), view].sort((left, right) =>
        left.Name.localeCompare(right.Name),
      ),
    }))
  const storeChoice = (choice: ListChoice) =>
    updateLists(({ views, choices }) => ({
      views,
      choices: [...choices.filter(({ List }) => List !== choice.List), choice],
    }))
  const requireSource = () => {
    if (!source) throw new Error('No area provides the storage of views')
    return source
  }
  return {
    possible: source !== undefined,
    async add(view: { Name: string; SharedYN: 'Y' | 'N'; State: ListViewState }) {
      const added = await requireSource().add({ ...view, List: list })
      storeView(added)
      return added
    },
    async update(view: ListView, change: Parameters<ViewStorageService['update']>[1]) {
      const updated = await requireSource().update(view, change)
      storeView(updated)
      return updated
    },
    async remove(ViewId: number) {
      await requireSource().remove(ViewId)
      updateLists(({ views, choices }) => ({
        views: views.filter((view) => view.ViewId !== ViewId),
        choices: choices.map((choice) =>
          choice.DefaultViewId === ViewId ? { ...choice, DefaultViewId: null } : choice,
        ),
      }))
    },
    /** Applies a chosen view or column at once and stores it in the background. Reverts the choice if storing fails. */
    async choose(choice: Parameters<ViewStorageService['choose']>[1]) {
      const before = client.getQueryData<StoredLists>(key) ?? emptyLists
      const present = before.choices.find(({ List }) => List === list)
      storeChoice({ Columns: null, Density: null, DefaultViewId: null, ...present, ...choice, List: list })
      try {
        storeChoice(await requireSource().choose(list, choice))
      } catch (error) {
        client.setQueryData<StoredLists>(key, before)
        throw error
      }
    },
  }
}

export type ViewChanges = ReturnType<typeof useViewChanges>
