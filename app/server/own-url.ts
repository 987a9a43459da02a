import type { Config } from './config.ts'

/** The base URL of links in messages. Without PUBLIC_URL the links work on this machine only. */
export function serverUrlOf({ publicUrl, host, port, basePath }: Config) {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${publicUrl ?? `http://${name}:${port}`}${basePath}`
}
