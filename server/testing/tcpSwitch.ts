import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../../scripts/testing/listenOnFreePort.ts'

export interface TcpSwitch {
  port: number
  /** Ends every connection and forwards new ones to another port of this machine. */
  leadTo: (port: number) => void
  /** Forwards nothing more on the current connections, without closing them, as if their network were gone. */
  fallSilent: () => void
  close: () => Promise<void>
}

/** Starts a forwarder to a port of this machine, like the address of a database with a standby. */
export async function startSwitch(first: number): Promise<TcpSwitch> {
  let target = first
  const open = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    open.add(socket)
    return socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer((client) => {
    const behind = track(connect(target, '127.0.0.1'))
    track(client).pipe(behind).pipe(client)
    client.once('close', () => behind.destroy())
    behind.once('close', () => client.destroy())
  })
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const port = await listenOnFreePort(server)
  return {
    port,
    leadTo: (otherPort) => {
      target = otherPort
      endAll()
    },
    fallSilent: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
