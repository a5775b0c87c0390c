import { makeVideoBytes, type VideoShape } from '../../domain/testing/videoBytes.ts'

export const makeVideo = (shape: VideoShape): Buffer => Buffer.from(makeVideoBytes(shape).buffer)
