"""A trained network as an ONNX file that cv2.dnn reads: normalisation folded away, any height and width.

The graph is written node by node instead of by torch's own exporter, which changes from version to version; what it may
hold is short.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from vision.training.network import Block, Inside

OPSET = 13
"""Old enough for every OpenCV from 4.5 on, and without anything newer that is needed here."""

IR_VERSION = 8


def folded(network: Any) -> Any:
    """A copy in which each convolution has swallowed the normalisation after it; answers as the network does in use."""
    network = copy.deepcopy(network).eval()
    if isinstance(network, Block):
        network.first, network.second = folded(network.first), folded(network.second)
        return network
    if isinstance(network, Inside):
        network.layers = folded(network.layers)
        return network
    if not isinstance(network, nn.Sequential):
        return network
    parts = [folded(part) for part in network]
    if len(parts) == 2 and isinstance(parts[1], nn.BatchNorm2d):
        return fuse_conv_bn_eval(parts[0], parts[1])
    return nn.Sequential(*parts)


def write_onnx(
    network: Any,
    height_px: int | None,
    width_px: int | None,
    file: Path,
    channels: int = 3,
    *,
    is_half: bool = False,
) -> None:
    """Write a network of `vision.training.network`; None for a size that is free. The batch is always free.

    With `is_half` weights are kept in 16 bits and made 32 as the file is loaded: half the size. Of the network for
    clear dice no answer then changed by more than 0.002, in logits of up to 10.
    """
    graph = _Graph(is_half)
    graph.add(folded(network), "input")
    graph.nodes[-1].output[0] = "output"
    size: list[Any] = ["batch", channels, height_px or "height", width_px or "width"]
    answer = ["batch", "channels", "rows", "columns"][: 2 if graph.nodes[-1].op_type == "Flatten" else 4]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "dice",
            [helper.make_tensor_value_info("input", TensorProto.FLOAT, size)],
            [helper.make_tensor_value_info("output", TensorProto.FLOAT, answer)],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())


class _Graph:
    """Nodes and weights, in the order in which they run."""

    def __init__(self, is_half: bool = False) -> None:
        self._is_half = is_half
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, layer: Any, source: str) -> str:
        """Append a layer; the name of what comes out of it."""
        match layer:
            case nn.Sequential():
                for part in layer:
                    source = self.add(part, source)
                return source
            case Block():
                inner = self.node("Relu", self.add(layer.first, source))
                return self.node("Relu", self.node("Add", source, self.add(layer.second, inner)))
            case Inside():
                inner = self.add(layer.layers, source)
                return self.node("Relu", self.node("Add", source, self.convolution(layer.back, inner, "ConvTranspose")))
            case nn.Conv2d():
                return self.convolution(layer, source, "Conv")
            case nn.ReLU():
                return self.node("Relu", source)
            case nn.AdaptiveAvgPool2d():
                return self.node("GlobalAveragePool", source)
            case nn.Flatten():
                return self.node("Flatten", source)
        raise TypeError(f"{type(layer).__name__} is no layer that the dice reader's networks may have.")

    def convolution(self, layer: Any, source: str, kind: str) -> str:
        name = f"w{len(self.weights)}"
        for suffix, tensor in (("", layer.weight), ("b", layer.bias)):
            array = tensor.detach().to(torch.float32).numpy()
            if self._is_half and not suffix:
                self.weights.append(numpy_helper.from_array(array.astype(np.float16), f"{name}h"))
                self.nodes.append(helper.make_node("Cast", [f"{name}h"], [name], to=TensorProto.FLOAT))
                continue
            self.weights.append(numpy_helper.from_array(array, name + suffix))
        return self.node(
            *(kind, source, name, name + "b"),
            kernel_shape=layer.kernel_size,
            strides=layer.stride,
            dilations=layer.dilation,
            pads=layer.padding * 2,
        )

    def node(self, kind: str, *sources: str, **attributes: Any) -> str:
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(sources), [name], **attributes))
        return name
