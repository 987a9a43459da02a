import type { HeaderPanel } from '../panels.ts'
import type { PaletteItem } from './palette-item.ts'
import { usePaletteActions } from './useCommands.tsx'
import { usePaletteMembers } from './useMembers.tsx'
import { usePalettePages } from './usePages.tsx'
import { usePaletteRecentRecords } from './useRecents.tsx'

export type PaletteGroup = { group: 'recent' | 'pages' | 'members' | 'actions' | 'counter'; items: PaletteItem[] }

const VISIBLE_MAX = 5

/** Returns the matching items of the palette by group, the most likely group first. Without a text all items match. */
export function usePaletteGroups(
  typed: string,
  onShow: (panel: HeaderPanel) => void,
): { groups: PaletteGroup[]; isLoading: boolean } {
  const recent: PaletteGroup = { group: 'recent', items: usePaletteRecentRecords(typed === '') }
  const pages: PaletteGroup = { group: 'pages', items: bestMatches(usePalettePages(), typed) }
  const actions: PaletteGroup = { group: 'actions', items: bestMatches(usePaletteActions(onShow), typed) }
  const { items, counter: counterItems, isLoading } = usePaletteMembers(typed)
  const members: PaletteGroup = { group: 'members', items }
  const counter: PaletteGroup = { group: 'counter', items: counterItems }
  const order = looksLikeMemberSearch(typed)
    ? [members, counter, pages, actions]
    : [recent, pages, members, actions, counter]
  return { groups: order.filter((group) => group.items.length > 0), isLoading }
}

/** True if the text contains a digit or @, which occur in member data but in no page title. */
export const looksLikeMemberSearch = (typed: string) => /[\d@]/.test(typed)

/** Returns the palette items that contain every typed word, ordered by the position of the first word in the title. */
function bestMatches<Item extends PaletteItem & { keywords?: string }>(items: Item[], typed: string): Item[] {
  if (typed === '') return items
  const words = typed.toLowerCase().split(/\s+/)
  const rank = ({ title }: Item) => {
    const index = title.toLowerCase().indexOf(words[0] ?? '')
    return index === -1 ? 1000 : index
  }
  return items
    .filter(({ title, about, keywords }) => {
      const text = `${title} ${about ?? ''} ${keywords ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, VISIBLE_MAX)
}
