import { expect, test } from 'vitest'
import { serverAreas } from '#app/server/areas.ts'
import { layers } from '#db/layers.ts'
import { codeOf, files, importsOf, sources, toHalfPath } from './sources.ts'

// Enforces the architecture: app → areas → kit → db; web, public and server code share contracts only.

const isContract = (path: string) => /^areas\/[^/]+\/(contract\.ts|contract\/[^/]+\.ts|roles\.ts|paths\.ts)$/.test(path)
/** The kit modules of the staff application that public pages may use. They are small and contain no components. */
const sharedWithPublic = ['call.ts', 'connection.ts', 'format.ts', 'text-lookup.ts', 'tokens.css', 'typeface.css'].map(
  (file) => `kit/web/${file}`,
)
const isModuleApi = (path: string) => /^areas\/[^/]+\/server\/index\.ts$/.test(path)
/** Modules that pages of higher areas may import: shared page parts, and the slots to which they contribute. */
const isPageApi = (path: string) => /^areas\/[^/]+\/web\/(index|slots)\.ts$/.test(path)

function allowed(writtenFrom: string, writtenTo: string) {
  const [from, to] = [toHalfPath(writtenFrom), toHalfPath(writtenTo)]
  const [layer, name, half] = from.replace(/^(areas\/[^/]+\/(?:server|web|public))\.ts$/, '$1/').split('/')
  if (layer === 'app') return /^(app|areas|kit|db)\//.test(to) && (name !== 'public' || allowedInPublic(to))
  if (layer === 'db') return to.startsWith('db/')
  if (layer === 'kit')
    return (
      /^(kit|db)\//.test(to) &&
      !(name === 'web' && /^kit\/(server|public)\//.test(to)) &&
      !(name === 'public' && !to.startsWith('kit/contract/') && !allowedInPublic(to)) &&
      !(name === 'contract' && !to.startsWith('kit/contract/'))
    )
  if (to.startsWith('kit/contract/')) return true
  if (isContract(from)) return isContract(to)
  if (isContract(to)) return true
  if (half === 'public' && sharedWithPublic.includes(to)) return true
  if (to.startsWith(`kit/${half}/`) || to.startsWith(`areas/${name}/${half}/`)) return true
  if (half === 'web') return isPageApi(to)
  return half === 'server' && (isModuleApi(to) || to === 'db/tables.ts')
}

/** Public pages are a separate build and import nothing of the staff application. */
const allowedInPublic = (to: string) =>
  /^(app|kit)\/public\/|^areas\/[^/]+\/public(\.ts|\/)/.test(to) ||
  isContract(to) ||
  to === 'app/web/paths.ts' ||
  sharedWithPublic.includes(to)

test('imports lead only from app to areas to kit to db, and into an area only by its contract or entry module', () => {
  const wrong = files.flatMap((from) =>
    importsOf(from)
      .filter((to) => !allowed(from, to))
      .map((to) => `${from} → ${to}`),
  )
  expect(wrong).toEqual([])
})

test('the page API of an area only exports parts of the area, and slot declarations import nothing else', () => {
  const indexes = files.filter((file) => /^areas\/[^/]+\/web\/index\.ts$/.test(file))
  expect(indexes.length).toBeGreaterThan(5)
  expect(indexes.filter((file) => /^(?!export (type )?\{|\s|\}|$)/m.test(codeOf(file)))).toEqual([])
  const slots = files.filter((file) => /^areas\/[^/]+\/web\/slots\.ts$/.test(file))
  expect(slots.length).toBeGreaterThan(5)
  const loading = slots.flatMap((file) =>
    [...codeOf(file).matchAll(/^import (?!type)[^']*'([^']+)'/gm)]
      .filter(([, path]) => path !== '#kit/web/slots.ts')
      .map(([, path]) => `${file} → ${path}`),
  )
  expect(loading).toEqual([])
})

test('no file imports itself through other files, type imports included', () => {
  const imported = new Map(files.map((file) => [file, importsOf(file).filter((to) => sources.has(to))]))
  // Only a file that has imports and importers can be part of a cycle, so all other files are removed step by step.
  for (let before = -1; before !== imported.size; ) {
    before = imported.size
    const targets = new Set([...imported.values()].flat())
    for (const [file, to] of imported)
      if (!targets.has(file) || !to.some((one) => imported.has(one))) imported.delete(file)
  }
  const reaches = (from: string, target: string) => {
    const reached = new Set<string>()
    const queue = [from]
    for (let file = queue.pop(); file !== undefined; file = queue.pop())
      for (const to of imported.get(file) ?? [])
        if (!reached.has(to)) {
          reached.add(to)
          queue.push(to)
        }
    return reached.has(target)
  }
  const cyclicFiles = [...imported.keys()].filter((file) => reaches(file, file))
  expect(cyclicFiles).toEqual([])
})

test('browser code imports no server code', () => {
  const reached = new Set<string>()
  const collectImports = (file: string) => {
    if (reached.has(file) || !sources.has(file)) return
    reached.add(file)
    for (const next of importsOf(file)) collectImports(next)
  }
  const isPage = (file: string) => /^(app|kit)\/(web|public)\/|^areas\/[^/]+\/(web|public)\//.test(toHalfPath(file))
  for (const file of files) if (isPage(file)) collectImports(file)
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached].map(toHalfPath).filter((file) => /\/server\/|^db\//.test(file))).toEqual([])
})

/** db/layers.ts is the third list: the migration runner needs the names of areas, but imports no area. */
const listsOfAreas = ['app/server/areas.ts', 'app/web/areas.ts', 'app/public/areas.ts']

test('every area is listed as an area, and apart from these lists no file imports more than three areas', () => {
  const announced = files.filter((file) => /^areas\/[^/]+\/(server|web|public)\.ts$/.test(file))
  expect(announced.length).toBeGreaterThan(20)
  expect(
    listsOfAreas
      .flatMap(importsOf)
      .filter((to) => announced.includes(to))
      .sort(),
  ).toEqual(announced)
  expect(serverAreas.map(({ name }) => name)).toEqual(layers.flat())

  const importedAreas = files.map((from) => {
    // An import of page paths does not count as a dependency on the area.
    const named = importsOf(from).flatMap((to) => /^areas\/([^/]+)\/(?!paths\.ts)/.exec(to)?.[1] ?? [])
    return { from, others: new Set(named.filter((area) => !from.startsWith(`areas/${area}/`))).size }
  })
  const most = importedAreas.filter(({ from, others }) => others > 3 && !listsOfAreas.includes(from))
  expect(most).toEqual([])
})
