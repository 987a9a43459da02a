import type { Panel } from '../panels.ts'
import type { Found } from './found.ts'
import { useCommands } from './useCommands.tsx'
import { useMembers } from './useMembers.tsx'
import { usePages } from './usePages.tsx'
import { useRecents } from './useRecents.tsx'

export type Group = { group: 'recent' | 'pages' | 'members' | 'actions' | 'counter'; found: Found[] }

const VISIBLE_MAX = 5

/** All lines by their kind, those first that are likely meant. Without a text, all that there is. */
export function useFound(typed: string, onShow: (panel: Panel) => void): { groups: Group[]; waiting: boolean } {
  const recent: Group = { group: 'recent', found: useRecents(typed === '') }
  const pages: Group = { group: 'pages', found: best(usePages(), typed) }
  const actions: Group = { group: 'actions', found: best(useCommands(onShow), typed) }
  const { found, counter: handOver, waiting } = useMembers(typed)
  const members: Group = { group: 'members', found }
  const counter: Group = { group: 'counter', found: handOver }
  const order = meansMember(typed) ? [members, counter, pages, actions] : [recent, pages, members, actions, counter]
  return { groups: order.filter((group) => group.found.length > 0), waiting }
}

/** Digits are never a page's name: anyone who types them looks for a member. */
export const meansMember = (typed: string) => /[\d@]/.test(typed)

/** Those that have every word that was typed, in their title or beside it; nearest to the title's beginning first. */
function best<Line extends Found & { also?: string }>(lines: Line[], typed: string): Line[] {
  if (typed === '') return lines
  const words = typed.toLowerCase().split(/\s+/)
  const rank = ({ title }: Line) => {
    const place = title.toLowerCase().indexOf(words[0] ?? '')
    return place === -1 ? 1000 : place
  }
  return lines
    .filter(({ title, about, also }) => {
      const text = `${title} ${about ?? ''} ${also ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, VISIBLE_MAX)
}
