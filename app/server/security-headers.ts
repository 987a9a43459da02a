import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The headers permit only files of this server, forbid framing and send no referrer. */
export async function setSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Inline styles are permitted, because the component library needs them.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        // A <base> element is permitted, because the page sets its base path with it.
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Removes headers that browsers no longer use.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()')
  })
}

const headersOfDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/** Removes headers that only affect documents, because on every file they would add kilobytes to a first visit. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const header of headersOfDocuments) {
    reply.removeHeader(header)
    reply.raw.removeHeader(header)
  }
}
