// What the PDF and the Word file of a packet are made of.
import { verifyPath } from '#features/credentials/path-constants.ts';
import type { FrozenFile, FrozenItem, PacketDocument, PacketRecord } from '../../format-contract.ts';

/** Without a record before it is published. */
export type PacketForm = {
  document: PacketDocument;
  record?: PacketRecord;
  /** The bytes of packet.json. */
  packetJson: string;
  /** Of the files that readers can open, by their number in reading order from 1 as in the packet's addresses. */
  pictures: ReadonlyMap<number, Picture>;
};

/** A JPEG. Sizes in pixels. */
export type Picture = { bytes: Uint8Array; width: number; height: number };

/** A file with its picture, if there is one. */
export type ShownFile = { file: FrozenFile; picture: Picture | undefined };

/** The files of each item. */
export function filesOf({ document, pictures }: PacketForm): Map<FrozenItem, ShownFile[]> {
  const shown = new Map<FrozenItem, ShownFile[]>();
  let number = 0;
  for (const item of document.groups.flatMap(({ items }) => items)) {
    const files = item.kind === 'entry' ? (item.files ?? []) : [];
    shown.set(
      item,
      files.map((file) => ({ file, picture: file.open === 1 ? pictures.get(++number) : undefined })),
    );
  }
  return shown;
}

/** Where the record of a packet can be checked. */
export const checkAddress = ({ issuer }: PacketRecord) => issuer.url + verifyPath;

/** The width and height of a picture in a box, without enlarging it beyond one point for each pixel. */
export function fitted({ width, height }: Picture, box: { width: number; height: number }) {
  const scale = Math.min(box.width / width, box.height / height, 1);
  return { width: width * scale, height: height * scale };
}
