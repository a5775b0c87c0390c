import type { MediaType } from '../listings/content.ts'
import { refuse, type Decision } from '../http/errors.ts'
import { imageLimits, imageTypes, invalidFileType, largestMedia, squareProblem, tooLarge } from './rules.ts'
import { megabyte } from './storage.ts'

/** Rules for a listing's files, with the messages for refused ones (MEDIA-01 to MEDIA-09). */

export const mediaContentTypes = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'video/mp4',
  'video/quicktime',
] as const
export type MediaContentType = (typeof mediaContentTypes)[number]

interface MediaRule {
  types: readonly MediaContentType[]
  maxBytes: number
}

const image = { types: imageTypes, maxBytes: imageLimits.bytes }
const video = { types: ['video/mp4', 'video/quicktime'], maxBytes: largestMedia } as const

export const mediaRules: Record<MediaType, MediaRule> = {
  Logo: image,
  Picture: image,
  Document: { types: ['application/pdf'], maxBytes: 25 * megabyte },
  Video: video,
  ShowcaseVideo: video,
}

export const isVideo = (type: MediaType): boolean => type === 'Video' || type === 'ShowcaseVideo'

export const screenshotLimits = {
  minWidth: 720,
  minHeight: 480,
  maxWidth: 1920,
  maxHeight: 1080,
  /** Width by height, from 4:3 to 16:9. */
  minAspect: 4 / 3,
  maxAspect: 16 / 9,
} as const

/** Tolerates a difference of about a pixel. */
const aspectSlack = 0.01

export const videoLimits = {
  minHeight: 720,
  framesPerSecond: 24,
  /** Cameras report 24000 / 1001 frames per second as 24. */
  minFramesPerSecond: 23.9,
} as const

export const damagedVideo = "This video is damaged and couldn't be read."
export const truncatedVideo =
  'This video is incomplete: its end is missing. Export it again and upload the new file.'
export const noVideos = "Videos aren't available in government cloud."
export const damagedDocument = "This document is damaged and couldn't be read."

/** The measured properties of a file. The frame rate is null when a video file doesn't state it. */
export interface MediaFacts {
  contentType: MediaContentType
  width: number | null
  height: number | null
  framesPerSecond: number | null
}

const size = ({ width, height }: { width: number; height: number }): string => `${width} x ${height} px`

function screenshotProblem(width: number, height: number): string | null {
  const { minWidth, minHeight, maxWidth, maxHeight, minAspect, maxAspect } = screenshotLimits
  const measured = `This one is ${size({ width, height })}.`
  if (width < minWidth || height < minHeight) {
    return `A screenshot must be at least ${size({ width: minWidth, height: minHeight })}. ${measured}`
  }
  if (width > maxWidth || height > maxHeight) {
    return `A screenshot can be at most ${size({ width: maxWidth, height: maxHeight })}. ${measured}`
  }
  const aspect = width / height
  if (aspect < minAspect - aspectSlack || aspect > maxAspect + aspectSlack) {
    return `A screenshot must be between 4:3 and 16:9. ${measured.replace('.', `, ${aspect.toFixed(2)}:1.`)}`
  }
  return null
}

function videoProblem(height: number, framesPerSecond: number | null): string | null {
  if (height < videoLimits.minHeight) {
    return `A video must be at least ${videoLimits.minHeight}p. This one is ${height}p.`
  }
  if (framesPerSecond !== null && framesPerSecond < videoLimits.minFramesPerSecond) {
    const measured = Number(framesPerSecond.toFixed(2))
    return `A video must have at least ${videoLimits.framesPerSecond} frames per second. This one has ${measured}.`
  }
  return null
}

function mediaProblem(
  type: MediaType,
  { contentType, width, height, framesPerSecond }: MediaFacts,
): string | null {
  if (!mediaRules[type].types.includes(contentType)) return invalidFileType
  if (type === 'Document') return null
  if (width === null || height === null) return isVideo(type) ? damagedVideo : invalidFileType
  if (isVideo(type)) return videoProblem(height, framesPerSecond)
  return type === 'Logo' ? squareProblem('The logo', { width, height }) : screenshotProblem(width, height)
}

/**
 * Decides whether a file with these properties suits its use. The browser checks before uploading, the server checks
 * the bytes.
 */
export function decideMedia(type: MediaType, facts: MediaFacts): Decision<MediaFacts> {
  const message = mediaProblem(type, facts)
  if (message === null) return { ok: true, value: facts }
  return refuse('invalid_input', message)
}

/** Decides whether to upload a file, based on what the browser knows before reading it. */
export function decideSending(type: MediaType, file: { type: string; bytes: number }): Decision<null> {
  const { types, maxBytes } = mediaRules[type]
  if (!types.some((each) => each === file.type)) {
    return refuse('invalid_input', invalidFileType)
  }
  if (file.bytes <= maxBytes) return { ok: true, value: null }
  return refuse('too_large', tooLarge(maxBytes))
}
