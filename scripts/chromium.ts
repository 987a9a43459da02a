import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const packages = ['chromium-headless-shell', 'fonts-noto-cjk']

const usualPlaces = [
  // The headless shell has no tabs and toolbars, which saves a third of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google/Chrome/Application/chrome.exe'),
  join(process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)', 'Google/Chrome/Application/chrome.exe'),
]

/** Returns the path of Chromium for the end-to-end tests. Installs Chromium on Debian when run as root. */
export async function findOrInstallChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)

  const executable = named ?? find()
  if (executable) return executable
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install()

  const installed = find()
  if (installed) return installed
  throw new Error(
    'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell; elsewhere: Google Chrome, or ' +
      'npx playwright install chromium), or set CHROMIUM_PATH to it, for example CHROMIUM_PATH=/usr/bin/chromium',
  )
}

function find(): string | undefined {
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path))
}

/** Retries a command once, because mirrors fail occasionally. Shows the output of apt only on failure. */
function install(): void {
  console.log('Installing Chromium, which the end-to-end tests need')
  const failure = apt() && apt()
  if (failure) throw new Error(`Chromium could not be installed with apt-get:\n${failure}`)
}

/** Runs a command and returns its error output on failure. */
function apt(): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
    if (status !== 0) return `${stdout}${stderr}`.slice(-3_000)
  }
  return undefined
}
