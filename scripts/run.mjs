// `node scripts/run.mjs FILE [arguments]` runs a program of this project on Node 24, whatever Node runs this file.
// This file must run on old Node versions, so it uses only old syntax.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import Module from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// The first Node version in which threads report their CPU time.
const oldestThatWorks = [24, 6]
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(project, 'node_modules', '.bin')
// On Windows the file of npm is a script, which cannot be spawned, so use the executable.
const ours =
  process.platform === 'win32'
    ? join(project, 'node_modules', `node-win-${process.arch}`, 'bin', 'node.exe')
    : join(folder, 'node')

if (works(process.versions.node)) {
  runHere()
} else if (existsSync(ours)) {
  runOn(ours)
} else {
  console.error(
    `Carat needs Node ${oldestThatWorks.join('.')} or newer; this is Node ${process.versions.node}. Install it from ` +
      'https://nodejs.org, or run `npm ci`, which installs its own for most machines, and run the command again.',
  )
  process.exit(1)
}

function works(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > oldestThatWorks[0] || (major === oldestThatWorks[0] && minor >= oldestThatWorks[1])
}

/** Runs FILE in the same process, so that signals and exit codes need no forwarding. */
function runHere() {
  process.argv.splice(1, 1)
  process.argv[1] = resolve(process.argv[1])
  Module.runMain()
}

function runOn(node) {
  // Child processes use the same Node, because PATH lists its folder first.
  const path = `${folder}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH: path } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
