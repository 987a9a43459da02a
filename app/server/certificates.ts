import { isIP } from 'node:net'
import { connect, TLSSocket } from 'node:tls'
import type pg from 'pg'

const TIMEOUT_MS = 3_000

/** Reads when the certificate of an https URL ends; undefined for other URLs and if no server presents a certificate. */
export async function readCertificateEnd(url: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // An expired or private certificate is read as well; nothing is sent over the connection.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    })
    const end = (result: Date | undefined) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('secureConnect', () => end(certificateEndOf(socket)))
    socket.once('timeout', () => end(undefined))
    socket.once('error', () => end(undefined))
  })
}

/** Returns when the certificate of the database ends; undefined for a connection without TLS. */
export function databaseCertificateEnd(client: pg.ClientBase): Date | undefined {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection
  return stream instanceof TLSSocket ? certificateEndOf(stream) : undefined
}

function certificateEndOf(socket: TLSSocket): Date | undefined {
  const end = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(end.getTime()) ? undefined : end
}
