import { globSync, readFileSync } from 'node:fs'
import { areaOfEndpoint, publicPages } from '#app/server/areas.ts'
import { buildMenu } from '#app/web/menu.ts'
import * as shellPaths from '#app/web/paths.ts'
import { allScreens } from '#app/web/screens.ts'
import * as accessPaths from '#areas/access/paths.ts'
import { textsIn } from './texts.ts'

// Reads the calls, pages and texts of the application, for comparison with the specification.

/** Replaces path parameters: `/customers/:CustomerId` and `/customers/{id}` become `/customers/{}`. */
export const withoutPathParameters = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')

/** Replaces placeholders: `{status}`, `{{status}}` and `${status}` become `{}`. */
export const normalisePlaceholders = (text: string) => text.replace(/\$?\{+[^{}]*\}+/g, '{}').trim()

export function existingCalls(): Set<string> {
  return new Set([...areaOfEndpoint.keys()].map(({ method, path }) => `${method} ${withoutPathParameters(path)}`))
}

/** The paths of all pages: screens of areas, routes of the shell, and public pages. */
export function existingPages(): Set<string> {
  const routes = readFileSync('app/web/routes.tsx', 'utf8')
  const literalPaths = [...routes.matchAll(/path: '(\/[^'*]*)'/g)].map(([, path]) => path!)
  const declared = Object.entries({ ...accessPaths, ...shellPaths })
    .filter(([name]) => routes.includes(`path: ${name}.pattern`))
    .map(([, { pattern }]) => pattern)
  const builtPublicPages = publicPages.filter(({ module }) => module !== undefined)
  return new Set(
    [...[...allScreens, ...builtPublicPages].map(({ path }) => path), ...literalPaths, ...declared].map(
      withoutPathParameters,
    ),
  )
}

/** The paths of the menu, in the order of the menu. */
export const menuPaths = (): string[] =>
  buildMenu(allScreens).flatMap((item) => ('entries' in item ? item.entries.map(({ path }) => path) : [item.path]))

/** All English texts of pages, errors and fields. */
export function existingTexts(): Set<string> {
  const sentences = globSync([
    'areas/*/contract.ts',
    'areas/*/contract/*.ts',
    'areas/*/*/contract.ts',
    'kit/contract/*.ts',
    'kit/server/errors.ts',
  ]).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(([, plain, template]) =>
      (plain ?? template)!.replaceAll("\\'", "'"),
    ),
  )
  return new Set([...textsIn('en').values(), ...sentences].map(normalisePlaceholders))
}
