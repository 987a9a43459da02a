import type { Config } from './config.ts'

/** Where the links in messages lead: without PUBLIC_URL only people at this machine can follow them. */
export function ownUrl({ publicUrl, host, port, basePath }: Config) {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${publicUrl ?? `http://${name}:${port}`}${basePath}`
}
