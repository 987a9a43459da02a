import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { areas } from '#app/server/areas.ts'
import { layers } from '#db/layers.ts'
import { eventFunctions, eventTable } from '../scripts/generate-events.ts'
import { filesIn, importsIn, inItsHalf, withoutComments } from './sources.ts'
import { ownerOfTable, tablesOfFile } from './table-owners.ts'

// An area is built on those below it and knows nothing of those above: not by an import, not by a call of a function in the
// database, not by a read of a table. What areas above must know runs through events, and what they show on a page of one below goes to the
// slots that the page's area declares in its `web/slots.ts`. db/layers.ts draws the layers. Only where a page lies (`paths.ts`)
// anybody may know: a link leads where it leads.

const files = filesIn('areas').filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes('.test.'))
const codeOf = new Map(files.map((file) => [file, withoutComments(file, readFileSync(file, 'utf8'))]))

const areaOf = (file: string) => file.split('/')[1]!
const layerOf = new Map(layers.flatMap((areas, layer) => areas.map((area) => [area, layer] as const)))

const importsOf = (file: string) =>
  importsIn(file, codeOf.get(file)!).filter((path) => path.startsWith('areas/') && !path.endsWith('/paths.ts'))

const ownerOfFunction = new Map(
  files
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      [...codeOf.get(file)!.matchAll(/create (?:or replace )?function (\w+)\(/g)].map(
        ([, name]) => [name!, areaOf(file)] as const,
      ),
    ),
)

/** The areas whose SQL functions a file of the server calls. */
const calledBy = (file: string) =>
  /\/(server|sql)\//.test(inItsHalf(file))
    ? [...codeOf.get(file)!.matchAll(/\b([a-z]+(?:_[a-z]+)+)\(/g)].flatMap(
        ([, name]) => ownerOfFunction.get(name!) ?? [],
      )
    : []

/** `customers → points`, where the first is not above the second. */
function upwards(half: (file: string) => boolean) {
  const edges = files.filter(half).flatMap((file) => {
    const from = areaOf(file)
    return [...importsOf(file).map(areaOf), ...calledBy(file)]
      .filter((to) => to !== from && layerOf.get(to)! >= layerOf.get(from)!)
      .map((to) => `${from} → ${to}`)
  })
  return [...new Set(edges)].sort()
}

/** Files that read tables of an area above, and why. */
const readsUpwards: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'balances() is a part of the query of each list of members, so it must stand below all of them',
    files: ['areas/customers/sql/balances.sql: point_balance point_history'],
  },
  {
    why: 'points and sales ask for the category of a member on a day, which follows from the changes of level',
    files: ['areas/memberships/sql/categories.sql: membership_level_history'],
  },
]

const isWeb = (file: string) => /^areas\/[^/]+\/(web|public)[./]/.test(inItsHalf(file))

describe('an area knows only the areas below it', () => {
  test('on the server, in contracts and in the database', () => {
    expect(upwards((file) => !isWeb(file))).toEqual([])
  })

  test('in the tables that it reads', () => {
    const found = [...tablesOfFile]
      .filter(([file]) => file.startsWith('areas/'))
      .flatMap(([file, tables]) => {
        const layer = layerOf.get(areaOf(file))!
        const above = [...tables].filter((table) => {
          const owner = ownerOfTable.get(table)
          return owner !== undefined && owner !== areaOf(file) && (layerOf.get(owner) ?? -1) >= layer
        })
        return above.length > 0 ? [`${file}: ${above.sort().join(' ')}`] : []
      })
    expect(found.sort()).toEqual(readsUpwards.flatMap(({ files }) => files).sort())
  })

  test('on the pages', () => {
    expect(upwards(isWeb)).toEqual([])
  })
})

describe('what runs upwards is an event', () => {
  test('published in the database by functions that follow from the handlers; run `npm run generate` after a new one', () => {
    expect(readFileSync('db/sql/events.sql', 'utf8')).toBe(eventFunctions())
  })

  test('and written down in one place', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(eventTable())
  })

  test('handled by areas above the one in which it happens', () => {
    const declared = files
      .filter((file) => file.endsWith('/server/events.ts'))
      .flatMap((file) =>
        [...codeOf.get(file)!.matchAll(/\b(?:event|sqlEvent)(?:<[^']*>)?\(\s*'(\w+)'/g)].map(
          ([, name]) => [name!, areaOf(file)] as const,
        ),
      )
    const publisher = new Map(declared)
    expect(publisher.size).toBeGreaterThan(5)
    const wrong = areas.flatMap(({ name, handles = [] }) =>
      handles.filter(({ event }) => layerOf.get(publisher.get(event.name)!)! >= layerOf.get(name)!),
    )
    expect(wrong).toEqual([])
    const handled = new Set(areas.flatMap(({ handles = [] }) => handles.map(({ event }) => event.name)))
    expect(declared.map(([name]) => name).filter((name) => !handled.has(name))).toEqual([])
  })

  test('and nothing in the database handles an event that no area announces', () => {
    const underscored = (area: string) => area.replaceAll('-', '_')
    const announced = areas.flatMap(({ name, handles = [] }) =>
      handles.filter(({ run }) => !run).map(({ event }) => `${underscored(name)}_on_${event.name}`),
    )
    const written = [...ownerOfFunction]
      .filter(([name, area]) => name.startsWith(`${underscored(area)}_on_`))
      .map(([name]) => name)
    expect(announced.toSorted()).toEqual(written.toSorted())
  })
})
