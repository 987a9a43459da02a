import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnChoice, Density, ListChoice, ListView, ListViewState } from '#kit/contract/list-view.ts'
import { service, useService } from '../slots.ts'

// Named views, chosen columns and row heights of lists. One call reads those of all lists; it starts before any list is drawn.

type KeptLists = { views: readonly ListView[]; choices: readonly ListChoice[] }

export type ViewSource = {
  all: () => Promise<KeptLists>
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

/** Where views and chosen columns of lists are stored. Lists work without: then nothing can be saved. */
export const viewStorage = service<ViewSource | undefined>('kit.viewStorage', { value: undefined })

const key = ['kit.lists']
const FRESH_MS = 5 * 60_000
const nothing: KeptLists = { views: [], choices: [] }

/** What is kept; `settled` once it is known or cannot be had, which must not keep anybody from their rows. */
export function useKeptLists(enabled = true) {
  const source = useService(viewStorage)
  const { data, isPending, failureCount } = useQuery({
    queryKey: key,
    queryFn: () => source?.all() ?? nothing,
    staleTime: FRESH_MS,
    enabled: enabled && source !== undefined,
  })
  return { kept: data ?? nothing, settled: !isPending || failureCount > 0 || source === undefined }
}

/** What can be done with views; what the server answers is known to every list at once. */
export function useViewChanges(list: string) {
  const source = useService(viewStorage)
  const client = useQueryClient()
  const set = (change: (kept: KeptLists) => KeptLists) =>
    client.setQueryData<KeptLists>(key, (kept) => change(kept ?? nothing))
  const keepView = (view: ListView) =>
    set(({ views, choices }) => ({
      choices,
      views: [...views.filter(({ ViewId }) => ViewId !== view.ViewId), view].sort((one, other) =>
        one.Name.localeCompare(other.Name),
      ),
    }))
  const keepChoice = (choice: ListChoice) =>
    set(({ views, choices }) => ({
      views,
      choices: [...choices.filter(({ List }) => List !== choice.List), choice],
    }))
  const kept = () => {
    if (!source) throw new Error('Nobody keeps views')
    return source
  }
  return {
    possible: source !== undefined,
    async add(view: { Name: string; SharedYN: 'Y' | 'N'; State: ListViewState }) {
      const added = await kept().add({ ...view, List: list })
      keepView(added)
      return added
    },
    async update(view: ListView, change: Parameters<ViewSource['update']>[1]) {
      const updated = await kept().update(view, change)
      keepView(updated)
      return updated
    },
    async remove(ViewId: number) {
      await kept().remove(ViewId)
      set(({ views, choices }) => ({
        views: views.filter((view) => view.ViewId !== ViewId),
        choices: choices.map((choice) =>
          choice.DefaultViewId === ViewId ? { ...choice, DefaultViewId: null } : choice,
        ),
      }))
    },
    /** Drawn at once and kept behind it. */
    async choose(choice: Parameters<ViewSource['choose']>[1]) {
      const before = client.getQueryData<KeptLists>(key) ?? nothing
      const present = before.choices.find(({ List }) => List === list)
      keepChoice({ Columns: null, Density: null, DefaultViewId: null, ...present, ...choice, List: list })
      try {
        keepChoice(await kept().choose(list, choice))
      } catch (error) {
        client.setQueryData<KeptLists>(key, before)
        throw error
      }
    },
  }
}

export type ViewChanges = ReturnType<typeof useViewChanges>
