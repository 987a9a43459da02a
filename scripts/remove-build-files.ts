import { globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Removes the files that only build the web app. The last step of the image's build (Dockerfile).

/** Sources of the web app and its build; the server and the command line read none of them. */
export const buildFiles: readonly string[] = [
  ...['{app,areas,kit}/**/*.{tsx,css}', 'areas/*/{web,public}.ts', 'areas/*/*/texts.json'],
  ...['{app,kit}/{web,public}/**/*.*', 'areas/*/{web,public}/**/*.*'],
  ...['scripts/**/*.ts', 'tsconfig.json', 'vite.config.ts', 'vite.public.config.ts', 'package-lock.json'],
]

/** Files of these folders that the server imports. */
export const serverFiles: readonly string[] = ['app/web/paths.ts', 'app/public/text-parts.ts']

const project = resolve(import.meta.dirname, '..')

if (import.meta.main)
  for (const file of globSync([...buildFiles], { cwd: project, exclude: [...serverFiles] }))
    rmSync(join(project, file), { force: true })
