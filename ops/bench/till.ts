import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { API_BASE } from '#kit/server/serve.ts'
import { allCalls, type CallName, type CallSubject, type CounterCall, pickSubject } from './calls.ts'

// Generates load in a thread, where each connection sends one call after the other.
// Requests are written by hand to save CPU time, which generator and server share.

export type LoadThreadInput = {
  call: CallName
  port: number
  token: string
  subjects: CallSubject[]
  connections: number
  seconds: number
  run: string
  /** The pause of each connection between two calls. */
  pauseMs?: number
}
const { call, port, token, subjects, connections, seconds, run, pauseMs = 0 } = workerData as LoadThreadInput
const { path, once, body }: CounterCall = allCalls[call]

const ends = performance.now() + seconds * 1000
const times: number[] = []
const statuses: Record<string, number> = {}
let sent = 0

await Promise.all(Array.from({ length: connections }, oneTill))
parentPort!.postMessage({ times, statuses })

function oneTill() {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let started = 0
    let text = ''
    const next = () => {
      if (performance.now() >= ends) {
        socket.end()
        return resolve()
      }
      started = performance.now()
      socket.write(request())
    }
    socket.setNoDelay(true)
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < head + 4 + length) return
      const status = text.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      times.push(performance.now() - started)
      text = ''
      if (pauseMs > 0) setTimeout(next, pauseMs)
      else next()
    })
  })
}

function request() {
  const number = sent++
  const json = JSON.stringify(body(pickSubject(subjects, number), `${run}-${number}`))
  const key = once ? `idempotency-key: ${randomUUID()}\r\n` : ''
  return `POST ${API_BASE}${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${key}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
